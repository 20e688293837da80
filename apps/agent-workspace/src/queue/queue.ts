import * as texts from './texts'

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
