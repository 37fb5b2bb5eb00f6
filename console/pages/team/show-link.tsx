import type { GivenLink } from '../../../src/contract/session';
import { endText } from '../../format';
import { Button } from '../../ui/button';
import { CopyField } from '../../ui/copy-field';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { QrCode } from '../../ui/qr-code';

interface ShowLinkProps {
  /** Name of the member whom the link signs in. */
  readonly of: string;
  readonly link: GivenLink;
  readonly onClose: () => void;
}

/** Shows a member's sign-in link once, with a QR code. */
export function ShowLink({ of: name, link: { console_url: url, expires_at: until }, onClose }: ShowLinkProps) {
  return (
    <Dialog title={`Link de acesso de ${name}`} isSticky onClose={onClose}>
      <Notice kind="warning">
        <strong>Quem abrir este link entra como {name}.</strong> Entregue só a essa pessoa. Ele funciona uma única vez,
        vale até {endText(until)} e não aparece de novo. Links anteriores dela deixaram de valer.
      </Notice>
      <CopyField label="Link de acesso" text={url} verb="Copiar" copied="Link copiado." kind="primary" />
      <QrCode text={url} alt={`QR code que entra como ${name}`} />
      <p class="small muted">O registro de atividades mostra que você viu este link.</p>
      <div class="dialog-actions">
        <Button onClick={onClose}>Já entreguei o link</Button>
      </div>
    </Dialog>
  );
}
