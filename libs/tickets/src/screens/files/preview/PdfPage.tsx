import { Box, Text, VisuallyHidden } from '@helpdesk/ui'
import { useEffect, useRef, useState } from 'react'
import type { OpenPdf } from './pdf'
import * as texts from './texts'

interface PdfPageProps {
  pdf: OpenPdf
  /** From 1. */
  number: number
  name: string
  zoom: number
}

/** Turns true when the element comes near the window, and stays true. */
function useNearViewport(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: '600px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return near
}

/** One page on a canvas, with its text for screen readers. */
export function PdfPage({ pdf, number, name, zoom }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const near = useNearViewport(frame)
  const [words, setWords] = useState('')
  // Assume portrait until the page is loaded.
  const [ratio, setRatio] = useState(Math.SQRT1_2)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!near) return
    const drawing = new AbortController()
    async function draw() {
      const size = { width: frame.current?.clientWidth ?? 0, density: window.devicePixelRatio }
      const { picture, ratio, words } = await pdf.draw({ page: number, ...size }, drawing.signal)
      const target = canvas.current
      if (drawing.signal.aborted || !target) return picture.close()
      target.width = picture.width
      target.height = picture.height
      target.getContext('2d')?.drawImage(picture, 0, 0)
      picture.close()
      setRatio(ratio)
      setWords(words)
    }
    draw().catch(() => {
      if (!drawing.signal.aborted) setFailed(true)
    })
    return () => drawing.abort()
  }, [pdf, number, near, zoom])

  return (
    <Box
      ref={frame}
      background="white"
      marginBottom="2"
      boxShadow="xs"
      position="relative"
      style={{ aspectRatio: ratio }}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={texts.pageOf(number, pdf.pages, name)}
        style={{ width: '100%', height: '100%', display: 'block' }}
      />
      {words && <VisuallyHidden>{words}</VisuallyHidden>}
      {failed && (
        <Text color="black" position="absolute" insetInline="0" top="4" textAlign="center">
          {texts.pageFailed}
        </Text>
      )}
    </Box>
  )
}
