// After the first loss, a job only goes to the end of the queue.
const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 300;
const DOUBLINGS = 10;

/**
 * SQL: how long a row waits whose process was lost, by its column `losses` before this loss. The job is not to blame, so it
 * is repeated for as long as that takes; but should it be to blame, others come first (ADR 112).
 */
export const DELAY_AFTER_LOSS = `make_interval(secs => CASE losses WHEN 0 THEN 0
  ELSE least(${FIRST_SECONDS} * power(2, least(losses - 1, ${DOUBLINGS})), ${LONGEST_SECONDS}) END)`;
