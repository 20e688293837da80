export const undo = 'Undo'
