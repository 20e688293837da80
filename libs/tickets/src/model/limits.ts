/** Length of a ticket's subject, in characters. */
export const SUBJECT_MAX = 255
/** Length of a ticket's description, in characters. */
export const DESCRIPTION_MIN = 10
export const DESCRIPTION_MAX = 2000
/** Length of a search that is applied, in characters. */
export const SEARCH_MAX = 200
/** Rows per page of a ticket list. */
export const LIST_PAGE = 50
/** Maximum number of rows that the server returns per request. */
export const LIST_ROWS_MAX = 100
/** Delay between "Ticket Created Successfully" and the ticket's page, in milliseconds. */
export const REDIRECT_AFTER_CREATE_MS = 1500
/** Shown while there is no reply to average. */
export const AVERAGE_RESPONSE_PLACEHOLDER = '2h'
/** Minimum length of a subject to search for similar tickets. */
export const SIMILAR_MIN_LENGTH = 8
/** Pause in typing before similar tickets are searched for, in milliseconds. */
export const SIMILAR_DEBOUNCE_MS = 400
/** Rows of the table on the agent's dashboard. */
export const DASHBOARD_TICKETS = 10

/** The workspace's limits for files, named as in its table. */
export interface FileLimits {
  /** Files per ticket, including those of its comments. */
  max_files: number
  /** Size of one file. */
  max_file_bytes: number
  /** Endings of the names, without a dot; those of the specification by default. */
  file_types?: string[] | undefined
}
/** Defaults, which an admin can lower (specification, section 9); other types an admin can choose. */
export const SPECIFIED_LIMITS: FileLimits = { max_files: 5, max_file_bytes: 5 * 1024 * 1024 }
