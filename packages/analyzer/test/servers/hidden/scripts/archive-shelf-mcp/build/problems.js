const TEXTS = {
    outside: "That path is not on the shelf.",
    missing: "There is nothing at that path.",
    "not-a-file": "That is not a regular file.",
    "too-large": "The file is too large to be read.",
    "not-text": "The file is not a text file.",
    exists: "There already is a note of that name.",
    "read-only": "Notes are switched off.",
};
export class Problem extends Error {
    code;
    constructor(code) {
        super(TEXTS[code]);
        this.code = code;
    }
}
