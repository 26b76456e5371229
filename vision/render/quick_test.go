package render

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"testing"
	"time"
)

func savePNG(p Picture, name string) {
	img := image.NewRGBA(image.Rect(0, 0, p.W, p.H))
	for k := 0; k < p.W*p.H; k++ {
		img.Pix[4*k] = p.BGR[3*k+2]
		img.Pix[4*k+1] = p.BGR[3*k+1]
		img.Pix[4*k+2] = p.BGR[3*k]
		img.Pix[4*k+3] = 255
	}
	f, _ := os.Create(name)
	png.Encode(f, img)
	f.Close()
}
func TestQuick(t *testing.T) {
	var from, n int
	fmt.Sscan(os.Getenv("Q"), &from, &n)
	for i := from; i < from+n; i++ {
		t0 := time.Now()
		s := Still(uint64(i))
		if os.Getenv("HAND") != "" {
			s.reachIn(newDice(uint64(i), 777))
		}
		t1 := time.Now()
		p, tr := s.Shoot()
		t2 := time.Now()
		savePNG(p, fmt.Sprintf("/tmp/rv/q%04d.png", i))
		fmt.Println(i, p.W, p.H, tr.Size, len(tr.Stones), tr.Board, tr.Set, tr.Table, int(tr.Tilt), t1.Sub(t0).Milliseconds(), t2.Sub(t1).Milliseconds())
	}
}
func TestQuickFilm(t *testing.T){
 var seed, every int
 fmt.Sscan(os.Getenv("F"),&seed,&every)
 r:=NewRecording(uint64(seed)); n:=0; var spent time.Duration
 for{ t0:=time.Now(); p,ok:=r.Next(); spent+=time.Since(t0); if !ok {break}
  if n%every==0 { savePNG(p,fmt.Sprintf("/tmp/rv/f%04d.png",n)) }
  n++ }
 for _,e:=range r.Events{fmt.Println(e)}
 w,h:=r.Frame()
 fmt.Println(w,h,n,"frames",spent/time.Duration(n), r.Start.Board, r.Start.Tilt)
}
