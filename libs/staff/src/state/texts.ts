export const undo = 'Undo'
export const undoReply = 'Undo reply'
