// Module.call(request): the answer to a request as an object, with the rows of a run as the Float64Array `table`.
// Module.progress, if it is set, receives the fraction of a run that is done.
Module.call = (request) => {
  const text = allocateUTF8(JSON.stringify(request));
  const answer = JSON.parse(UTF8ToString(Module._laboratory_answer(text)));
  Module._free(text);
  const size = Module._laboratory_table_size();
  if (size > 0) {
    const begin = Module._laboratory_table() / 8;
    answer.table = HEAPF64.slice(begin, begin + size);
  }
  return answer;
};
