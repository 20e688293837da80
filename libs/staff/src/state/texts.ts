export const densityNotSaved = 'Density not saved'
export const columnsNotSaved = 'Columns not saved'
export const undo = 'Undo'
export const undoReply = 'Undo reply'
