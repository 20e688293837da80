import * as texts from './texts'

/** The reader's snoozed tickets, those that return next first. */
export const SNOOZED_PATH = '/tickets/assigned?snoozed=yes&sort=snoozed'

/** The queue of a path with its texts. Any other path than `/tickets/unassigned` is the agent's own queue. */
export function queueOf(path: string) {
  return path.replace(/(?<!\/)\/+$/, '') === '/tickets/unassigned'
    ? {
        unassigned: true,
        title: texts.unassigned,
        subtitle: texts.unassignedSubtitle,
        empty: texts.noUnassignedText,
      }
    : {
        unassigned: false,
        title: texts.assigned,
        subtitle: texts.assignedSubtitle,
        empty: texts.noAssigned,
      }
}
