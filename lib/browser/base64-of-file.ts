/** What a file holds, in base64, as JSON can carry it. */
export function base64OfFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(new Error('This file cannot be read. Choose it again.'));
    reader.readAsDataURL(file);
  });
}
