/** The queue of a path with its texts. Any other path than `/tickets/unassigned` is the agent's own queue. */
export function queueOf(path: string) {
  return path.replace(/\/+$/, '') === '/tickets/unassigned'
    ? {
        unassigned: true,
        title: 'Unassigned Tickets',
        subtitle: 'View and claim unassigned support tickets',
        empty: 'No unassigned tickets.',
      }
    : {
        unassigned: false,
        title: 'My Assigned Tickets',
        subtitle: 'View and manage the tickets assigned to you',
        empty: 'Take one from the unassigned queue.',
      }
}
