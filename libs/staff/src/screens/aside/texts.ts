/** Texts of the controls of a ticket. */
export const controlTexts = {
  setStatus: 'Set status',
  setPriority: 'Set priority',
  assign: 'Assign',
  nobody: 'Unassigned',
  take: 'Assign to me',
  takeOver: 'Take over',
  takeOverHint: (holder: string) => `${holder} is notified and no longer sees this ticket in their queue.`,
  release: 'Return to the queue',
  notAssigned: 'Assignment not changed',
  notUpdated: 'Ticket not updated',
  /** The reason why controls are disabled, with the way out. */
  onlyHolder: (holder: string) => `Assigned to ${holder}. Take over to change this ticket.`,
}
