/** The mark of mcp-hub. */
export const Logo = () => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M12 2 21 7v10l-9 5-9-5V7z" />
    <path d="m8 12 3 3 5-6" />
  </svg>
);
