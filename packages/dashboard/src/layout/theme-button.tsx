import { useState } from 'react';
import { Button } from '../ui/button.tsx';

type Theme = 'system' | 'light' | 'dark';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

const chosen = (): Theme => (document.documentElement.dataset['theme'] as Theme | undefined) ?? 'system';

/** Applies a theme, and keeps it for the next visit; `theme.js` applies it before the first paint. */
function choose(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Switches between the system's theme, light and dark. */
export function ThemeButton() {
  const [theme, setTheme] = useState(chosen);
  const next = NEXT[theme];
  const press = (): void => {
    choose(next);
    setTheme(next);
  };
  return (
    <Button look="plain" small onPress={press} aria-label={`Theme: ${theme}. Change to ${next}`}>
      <ThemeIcon theme={theme} />
    </Button>
  );
}

const ThemeIcon = ({ theme }: { readonly theme: Theme }) => (
  <svg
    width="18"
    height="18"
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
  >
    <circle cx="12" cy="12" r="8" />
    {theme === 'light' ? null : (
      <path
        d={theme === 'dark' ? 'M12 4a8 8 0 0 1 0 16 8 8 0 0 1 0-16z' : 'M12 4a8 8 0 0 1 0 16z'}
        fill="currentColor"
      />
    )}
  </svg>
);
