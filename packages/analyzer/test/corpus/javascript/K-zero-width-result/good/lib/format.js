'use strict';

const SUFFIX = 'rounded to two places';

exports.formatAmount = function formatAmount(amount, currency) {
  return `${amount.toFixed(2)} ${currency} (${SUFFIX})`;
};
