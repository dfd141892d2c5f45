/** The bytes of a file. */
export type FileContent = Blob | Uint8Array | ArrayBuffer

export const blobOf = (file: FileContent): Blob =>
  file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>])

/** What a `File` is called; "file" for what has no name. */
export const ownNameOf = (file: FileContent): string =>
  file instanceof Blob && 'name' in file ? String(file.name) : 'file'
