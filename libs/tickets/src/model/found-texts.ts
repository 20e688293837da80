export const inDescription = 'Description'
export const inFile = 'File'
export const inComment = 'Comment'
export const inNote = 'Note'
export const inTag = 'Tag'
export const inRequester = 'Requester'
export const inAssignee = 'Assignee'
export const writtenBy = (part: string, author: string) => `${part} by ${author}`
