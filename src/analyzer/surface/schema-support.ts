export { given, NUMBER, type Model } from '../models/model.js';
export { patternOf } from '../models/texts.js';
