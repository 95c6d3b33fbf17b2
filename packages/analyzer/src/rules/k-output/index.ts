import type { Rule } from '../rule.js';
import { appPage } from './app-page.js';
import { directiveInOutput } from './directive-in-output.js';
import { encodedDirective } from './encoded-directive.js';
import { rawContent } from './raw-content.js';

/** The rules of class K: prompt injection through the output of tools and resources. */
export const rules: readonly Rule[] = [rawContent, directiveInOutput, encodedDirective, appPage];
