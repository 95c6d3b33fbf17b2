export const FACTS = [
  'Honey does not spoil.',
  'A day on Venus is longer than its year.',
  'Bananas are berries, strawberries are not.',
  'Octopuses have three hearts.',
];
