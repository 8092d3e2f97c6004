import QRCode from 'qrcode';

export interface QrCode {
  /** Modules along one side. */
  size: number;
  /** The dark modules as an SVG path, one unit each. */
  path: string;
}

/** Made on the server, so that no page loads a maker of QR codes. Survives the loss of 15 % of its area. */
export function qrCodeOf(text: string): QrCode {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue;
      const start = x;
      while (x + 1 < size && modules.get(y, x + 1)) x++;
      const run = x + 1 - start;
      path += `M${start} ${y}h${run}v1h-${run}z`;
    }
  }
  return { size, path };
}
