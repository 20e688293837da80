import { useEffect, useState } from 'react'
import { isBoundedPicture } from '../../model/picture-bounds'

/** `tooLarge`: to show it could take more memory than the page has. */
type PictureUrl = { kind: 'loading' } | { kind: 'tooLarge' } | { kind: 'url'; url: string }

/**
 * The address of a picture for an `img`, which runs no script.
 * @param type - the recorded type: the content type of the response is not trusted
 */
export function usePictureUrl(blob: Blob | undefined, type: string): PictureUrl {
  const [picture, setPicture] = useState<PictureUrl>({ kind: 'loading' })
  useEffect(() => {
    if (!blob) return
    let url = ''
    let unmounted = false
    void blob.arrayBuffer().then((bytes) => {
      if (unmounted) return
      if (!isBoundedPicture(new Uint8Array(bytes))) return setPicture({ kind: 'tooLarge' })
      url = URL.createObjectURL(new Blob([bytes], { type }))
      setPicture({ kind: 'url', url })
    })
    return () => {
      unmounted = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [blob, type])
  return picture
}
