/** Shape of a page while its data loads. */
export function PendingPage() {
  return (
    <div className="stack wide" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      <span className="skeleton pending-title" />
      <span className="skeleton pending-block" />
    </div>
  );
}
