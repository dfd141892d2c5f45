export interface Snippet {
  /** The heading above it. */
  heading: string
  language: string
  text: string
}

/** Finds the code blocks of a page, indented and quoted ones among them. */
export function readSnippets(markdown: string): Snippet[] {
  const found: Snippet[] = []
  let heading = ''
  const pattern = /^#+ (.+)$|^(> |[ ]*)```(\w*)\n([\s\S]*?)^\2```$/gm
  for (const [, title, indent = '', language, content] of markdown.matchAll(pattern)) {
    if (title !== undefined) heading = title
    else
      found.push({ heading, language: language!, text: content!.replaceAll(`\n${indent}`, '\n').slice(indent.length) })
  }
  return found
}
