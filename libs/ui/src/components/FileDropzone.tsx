import { lazy, Suspense } from 'react'
import type { FileDropzoneProps } from './FileDropzoneBody'
import { Skeleton } from './Skeleton'

const Body = lazy(async () => ({ default: (await import('./FileDropzoneBody')).FileDropzoneBody }))

/** Where files are dropped or chosen: at most 5, up to 5 MB each, unless told otherwise. Its code comes with its first use. */
export function FileDropzone(props: FileDropzoneProps) {
  return (
    <Suspense fallback={<Skeleton height="7rem" borderRadius="lg" />}>
      <Body {...props} />
    </Suspense>
  )
}
