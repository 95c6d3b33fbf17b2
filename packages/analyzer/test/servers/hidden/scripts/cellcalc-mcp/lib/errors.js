"use strict";

/** A mistake in a formula or a table, explained to the caller. */
class FormulaError extends Error {}

module.exports = { FormulaError };
