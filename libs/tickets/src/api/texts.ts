export const uploadCancelled = 'The upload was cancelled'
export const connectionLost = 'The connection was lost'
export const commentAdded = 'Comment added'
export const commentAddedText = 'Your comment has been added successfully.'
export const commentContinuedText = 'Your comment is in the ticket that continues this one.'
export const lostFiles = (count: number) =>
  count === 1
    ? '1 file is no longer on this device. Attach it again.'
    : `${count} files are no longer on this device. Attach them again.`
