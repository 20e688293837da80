interface Upload {
  status: 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'
}

/** How many files are under way or in line, how many have arrived, and how many will not without another try. */
export function summarizeUploads(uploads: readonly Upload[]): {
  running: number
  done: number
  missing: number
} {
  const count = (...states: Upload['status'][]) =>
    uploads.filter(({ status }) => states.includes(status)).length
  return {
    running: count('waiting', 'uploading'),
    done: count('done'),
    missing: count('failed', 'cancelled'),
  }
}
