export const uploadCancelled = 'The upload was cancelled'
export const connectionLost = 'The connection was lost'
export const commentAdded = 'Comment added'
export const commentAddedText = 'Your comment has been added successfully.'
