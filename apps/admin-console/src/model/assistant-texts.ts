export const messageEmpty = 'Message cannot be empty'
export const messageTooLong = 'Message cannot exceed 1000 characters'
export const failed = 'Failed to get response from AI assistant'
export const unknown = 'An unknown error occurred'
