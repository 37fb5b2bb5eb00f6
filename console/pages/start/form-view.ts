export const FORM_VIEW = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contato</title>
<main>
<h1>Contato</h1>
<?php if ($estado === 'enviado') { ?>
<p role="status">Recebemos seu contato. Obrigado!</p>
<?php } elseif ($estado === 'guardado') { ?>
<p role="status">Recebemos seu contato. Obrigado! Nosso retorno pode demorar um pouco mais que de costume.</p>
<?php } else { ?>
<form method="post" data-entrada>
  <?php if ($estado === 'falhou') { ?>
  <p role="alert">Não conseguimos receber seu contato agora. Tente de novo em alguns minutos ou fale com a gente por telefone.</p>
  <?php } ?>
  <p>
    <label>Nome <input name="nome" required maxlength="120" value="<?= html($nome) ?>"<?= $estado === 'nome' ? ' aria-invalid="true" aria-describedby="erro"' : '' ?>></label>
  </p>
  <?php if ($estado === 'nome') { ?><p id="erro" role="alert">Confira o nome: <?= html($motivo) ?></p><?php } ?>
  <p>
    <label>Telefone com DDD <input name="telefone" type="tel" required maxlength="60" value="<?= html($telefone) ?>"<?= $estado === 'telefone' ? ' aria-invalid="true" aria-describedby="erro"' : '' ?>></label>
  </p>
  <?php if ($estado === 'telefone') { ?><p id="erro" role="alert">Confira o telefone, com DDD, como em (11) 98765-4321. <?= html($motivo) ?></p><?php } ?>
  <input type="hidden" name="envio" value="<?= $envio ?>">
  <?php foreach (SINAIS as $sinal) { ?>
  <input type="hidden" data-sinal name="<?= $sinal ?>" value="<?= html($sinais[$sinal]) ?>">
  <?php } ?>
  <script src="?origem"></script>
  <button>Enviar</button>
</form>
<?php } ?>
</main>
</html>
`;
