import { createHistogram } from './registry'

/** Requests of this process by route, method and status, in seconds. */
export const requests = createHistogram(
  'helpdesk_http_request_seconds',
  'Time until a request was answered.',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
)
