import { checkRows } from '../support/rows/check-rows.js';

checkRows('javascript');
