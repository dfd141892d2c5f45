export interface Snippet {
  /** Text of the nearest heading above the code block. */
  heading: string
  language: string
  text: string
}

/** Finds the fenced code blocks of a Markdown page, including those in lists (indented) and in quotes. */
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
