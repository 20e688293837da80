// supabase-js, a dependency of lite, prints a deprecation notice on Node 20, which the portal supports.
const warn = console.warn
console.warn = (...parts: unknown[]) => {
  if (!String(parts[0]).includes('Node.js 20 and below are deprecated')) warn(...parts)
}

export {}
