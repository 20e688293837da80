// Suppresses the deprecation notice that supabase-js prints on Node 20.
const warn = console.warn
console.warn = (...parts: unknown[]) => {
  if (!String(parts[0]).includes('Node.js 20 and below are deprecated')) warn(...parts)
}

export {}
