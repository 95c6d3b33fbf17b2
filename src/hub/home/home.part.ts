import type { HubPart } from '../hub-part.js';
import { AnswersController } from './answers.controller.js';
import { HomeController } from './home.controller.js';

/** The page at the root of the service. */
export const homePart: HubPart = { controllers: [AnswersController, HomeController] };
