import { lazy, Suspense } from 'react'
import type { FileDropzoneProps } from './FileDropzoneBody'
import { Skeleton } from './Skeleton'

const Body = lazy(async () => ({ default: (await import('./FileDropzoneBody')).FileDropzoneBody }))

/** Selects files by drop or file dialog: by default at most 5, up to 5 MB each. Its code is loaded on first use. */
export function FileDropzone(props: FileDropzoneProps) {
  return (
    <Suspense fallback={<Skeleton height="7rem" borderRadius="lg" />}>
      <Body {...props} />
    </Suspense>
  )
}
