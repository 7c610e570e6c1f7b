const keyWords = new Set(
  'key keys apikey apikeys token tokens secret secrets password passwords passwd pwd authorization bearer credential credentials'.split(
    ' ',
  ),
);

export const isNamedAfterKey = (name: string): boolean =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => keyWords.has(word));

/** The beginnings that issuers give their keys, and the schemes of a header that carries one. */
const begun =
  /^(?:(?:sk|pk|rk|ak|api|key|tok)_|gh[pousr]_|glpat-|xox[abprs]-|AKIA|eyJ|(?:Bearer|Basic|ApiKey)\s)/i;

const inOnePiece = /[A-Za-z0-9_+=-]{20,}/g;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Names change between letters and digits once or twice, what is drawn at random all the time. */
const maxChanges = 2;

const isDrawn = (piece: string): boolean =>
  !uuid.test(piece) && (piece.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length > maxChanges;

/** Tells a key from a name, a path or a sentence. */
export const looksLikeKey = (text: string): boolean =>
  begun.test(text.trim()) || (text.match(inOnePiece) ?? []).some(isDrawn);
