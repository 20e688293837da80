interface Upload {
  status: 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'
}

/** Counts files that are waiting or uploading, stored, and failed or cancelled. */
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
