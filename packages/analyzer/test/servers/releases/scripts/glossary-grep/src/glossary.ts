export interface Entry {
  term: string;
  meaning: string;
}

export const glossary: Entry[] = [
  { term: "accrual", meaning: "revenue or expense that is recorded before the cash moves, following the matching principle" },
  { term: "amortization", meaning: "spreading the cost of an intangible asset over its useful life" },
  { term: "covenant", meaning: "promise in a loan agreement that certain activities will or will not be carried out" },
  { term: "escrow", meaning: "money held by a third party on behalf of two others in a transaction" },
];
