/**
 * Prevents the browser from opening a file that the user drops outside a drop area. Some browsers would show the file
 * instead of the page.
 */
export function ignoreStrayFiles(): void {
  window.addEventListener('dragover', ignore)
  window.addEventListener('drop', ignore)
}

function ignore(event: DragEvent): void {
  // A drop area that accepts the files has already called `preventDefault`.
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
