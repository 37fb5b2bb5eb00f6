import { useEffect, useState } from 'preact/hooks';
import '../styles/qr-code.css';
import { Button } from './button';
import { saveFile } from './save-file';

interface QrCodeProps {
  readonly text: string;
  readonly alt: string;
  /** With a button that saves the code in a file of this name. */
  readonly fileName?: string;
}

/** Modules of white around the code, as its standard asks; in the image, so that a dark page has them too. */
const QUIET_ZONE = 4;

/** Draws a QR code. The library is loaded with the first one. */
export function QrCode({ text, alt, fileName }: QrCodeProps) {
  const [svg, setSvg] = useState<string>();
  useEffect(() => {
    const draw = async (): Promise<void> => {
      const { renderSVG } = await import('uqr');
      setSvg(renderSVG(text, { border: QUIET_ZONE }));
    };
    // Without the library the page shows the text alone.
    void draw().catch(() => undefined);
  }, [text]);
  if (!svg) return null;
  return (
    <figure class="qr-code">
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} />
      {fileName && (
        <Button icon="download" onClick={() => saveFile(fileName, svg, 'image/svg+xml')}>
          Baixar QR code
        </Button>
      )}
    </figure>
  );
}
