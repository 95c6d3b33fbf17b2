import { listedItems } from './listed-items.js';

const CLASS = /^[A-N]$/i;

/** Vulnerability classes that have findings. */
export const findingClass = listedItems({
  format: 'letters from A to N with commas between',
  rule: 'must be letters of classes from A to N with commas between, such as A,L',
  isItem: (item) => CLASS.test(item),
  keyOf: (item) => item.toUpperCase(),
  subject: 'findings of class',
  itemsOf: ({ classes }) => classes,
});
