import { Box, Text, VisuallyHidden } from '@helpdesk/ui'
import { useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy } from './pdf'
import { canvasScale } from './canvas-scale'
import * as texts from './texts'

interface PdfPageProps {
  pdf: PDFDocumentProxy
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
    let cancel: (() => void) | undefined
    let unmounted = false
    async function draw() {
      const page = await pdf.getPage(number)
      const target = canvas.current
      if (unmounted || !target || !frame.current) return
      const natural = page.getViewport({ scale: 1 })
      setRatio(natural.width / natural.height)
      const scale = canvasScale(natural, frame.current.clientWidth, window.devicePixelRatio)
      const viewport = page.getViewport({ scale })
      target.width = Math.floor(viewport.width)
      target.height = Math.floor(viewport.height)
      const task = page.render({ canvas: target, viewport })
      cancel = () => task.cancel()
      await task.promise
      const { items } = await page.getTextContent()
      if (!unmounted) setWords(items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' '))
    }
    draw().catch(() => {
      if (!unmounted) setFailed(true)
    })
    return () => {
      unmounted = true
      cancel?.()
    }
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
        aria-label={texts.pageOf(number, pdf.numPages, name)}
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
