import { useEffect } from 'react'

/** Lets the browser ask before the page ends during an upload: the rest is uploaded at the next visit only. */
export function useConfirmLeaving(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmLeaving)
    return () => window.removeEventListener('beforeunload', confirmLeaving)
  }, [isUploading])
}
