// Editor of a system's text, with the program's message on a mistake.
"use strict";
(() => {
  const laboratory = window.rattlebackLaboratory;

  laboratory.Editor = class {
    // `typed(text)` is called after each change by the reader.
    constructor(typed) {
      this.message = document.getElementById("mistake");
      this.line = document.getElementById("mistake-line");
      this.mark = null;
      this.view = window.CodeMirror(document.getElementById("editor"), {
        mode: "toml", lineNumbers: true, lineWrapping: true, inputStyle: "contenteditable", viewportMargin: Infinity,
        extraKeys: { Tab: false, "Shift-Tab": false },  // the tabulator leaves the editor
        screenReaderLabel: "Text of the system" });
      const field = this.view.getInputField();
      field.setAttribute("role", "textbox");
      field.setAttribute("aria-multiline", "true");
      field.setAttribute("aria-describedby", "mistake");
      this.view.on("change", (_, { origin }) => {
        if (origin !== "setValue") typed(this.view.getValue());
      });
    }

    show(text) {
      if (this.view.getValue() !== text) this.view.setValue(text);
    }

    // Returns the part of a line around a mistake, and a caret below it.
    excerpt({ line, column }) {
      const width = 44, text = this.view.getLine(Math.min(line, this.view.lineCount()) - 1) ?? "";
      const from = Math.max(0, Math.min(column - 1 - width / 2, text.length - width));
      return `${text.slice(from, from + width)}\n${" ".repeat(column - 1 - from)}^`;
    }

    // Shows a mistake {message, line, column}; null removes it.
    showMistake(mistake) {
      this.mark?.clear();
      this.mark = null;
      this.view.getInputField().setAttribute("aria-invalid", String(mistake !== null));
      this.line.hidden = !mistake?.line;
      const place = mistake?.line ? `line ${mistake.line}, column ${mistake.column}: ` : "";
      this.message.textContent = mistake ? place + mistake.message : "";
      this.line.textContent = mistake?.line ? this.excerpt(mistake) : "";
      if (!mistake?.line) return;
      const line = Math.min(mistake.line, this.view.lineCount()) - 1;
      const from = { line, ch: mistake.column - 1 };
      const word = /^\w*/.exec(this.view.getLine(line).slice(from.ch))[0];
      const to = { line, ch: from.ch + Math.max(1, word.length) };
      this.mark = this.view.markText(from, to, { className: "wrong" });
    }
  };
})();
