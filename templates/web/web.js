// Files dropped anywhere on the first page are taken; forms say that they are at work. Everything works without this.
"use strict";
const drop = document.querySelector("form.drop");
const tell = (form) => { const note = form.querySelector(".waiting"); if (note) note.hidden = false; };
for (const form of document.forms) form.addEventListener("submit", () => tell(form));
if (drop) {
  const input = drop.querySelector("#file");
  const send = () => { if (input.files.length) drop.requestSubmit(); };
  document.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files.length) { input.files = event.dataTransfer.files; send(); }
  });
}
addEventListener("pageshow", () => { for (const note of document.querySelectorAll(".waiting")) note.hidden = true; });
const turned = document.getElementById("turned");
if (turned && location.hash === "#turned") turned.focus();
