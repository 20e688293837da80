// supabase-js greets Node 20 with a notice that nobody who runs a test or a measurement can act on.
const warn = console.warn
console.warn = (...parts: unknown[]) => {
  if (!String(parts[0]).includes('Node.js 20 and below are deprecated')) warn(...parts)
}

export {}
