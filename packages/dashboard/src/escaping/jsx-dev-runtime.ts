/** The same as `jsx-runtime.ts`, for `npm run dev`. */
import { jsxDEV as createElement } from 'react/jsx-dev-runtime';
import { escapedProps } from './escaped-props.ts';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

/** An element with its place in the source. */
export const jsxDEV: typeof createElement = (type, props, ...rest) =>
  createElement(type, escapedProps(props), ...rest);
