/**
 * What every JSX element of the dashboard is made by: React's functions, which get no text with hidden characters. Names and
 * texts come from packages, and a component that shows one cannot forget to escape it (ADR 91).
 */
import { jsx as createElement, jsxs as createElementWithChildren } from 'react/jsx-runtime';
import { escapedProps } from './escaped-props.ts';

export { Fragment, type JSX } from 'react/jsx-runtime';

/** An element with at most one child. */
export const jsx: typeof createElement = (type, props, key) => createElement(type, escapedProps(props), key);

/** An element with several children. */
export const jsxs: typeof createElementWithChildren = (type, props, key) =>
  createElementWithChildren(type, escapedProps(props), key);
