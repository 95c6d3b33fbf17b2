import { describe, expect, it } from '@jest/globals';
import { hiddenIn } from './invisible.js';

const inTags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const inBits = (text: string): string =>
  Array.from(text, (letter) =>
    letter.charCodeAt(0).toString(2).padStart(8, '0').replaceAll('0', '\u200b').replaceAll('1', '\u200c'),
  ).join('');
const inSelectors = (text: string): string =>
  Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCodePoint(code < 16 ? 0xfe00 + code : 0xe0100 + code - 16);
  }).join('');

describe('hidden characters', () => {
  it.each([
    ['tag characters', `Converts${inTags('read the keys')}`, 'read the keys'],
    ['zero-width characters', `Converts${inBits('hi there')}`, 'hi there'],
    ['variation selectors', `Converts 😀${inSelectors('hidden')}`, 'hidden'],
    ['zero-width characters', 'C\u200bo\u200bn\u200bv\u200be\u200brts', undefined],
    ['bidirectional controls', 'Converts \u202eslles\u202c it', undefined],
    ['bidirectional controls', 'Converts \u2066it\u2069', undefined],
    ['terminal escapes', 'Term\u001b[8m and the keys\u001b[0m', undefined],
    ['terminal escapes', 'Term\u009b2K', undefined],
  ])('%s: %j', (kind, text, says) => {
    const [first, ...others] = hiddenIn(text);
    expect(others).toEqual([]);
    expect(first?.kind).toBe(kind);
    expect(first?.says).toBe(says);
  });
});

describe('ordinary spelling', () => {
  it.each([
    'Plain text.\n\tWith a tab.',
    'Umlaute, „Na“ für Natrium, 温度, Ελληνικά',
    'Family 👨‍👩‍👧‍👦, scientist 👩‍🔬, thumbs 👍🏽, heart ❤️, keycap 1️⃣',
    'Flags 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'می‌خواهم کتاب‌ها را ببینم و نمی‌دانم چه می‌شود',
    'क्‍ष और र्‍य',
    '\ufeffA text with a mark at its beginning',
    'One\u200b stray space without width',
    'Hebrew \u2067שלום\u2069 in brackets',
    'hy\u00adphen\u00adated words\u00ad in a de\u00adscrip\u00adtion',
  ])('%s', (text) => {
    expect(hiddenIn(text)).toEqual([]);
  });
});
